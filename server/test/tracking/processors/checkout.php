<?php
// Places an order in a store with the plugin in argv[1] and the cookie in argv[3], as WooCommerce would by the hook in
// argv[2], and prints the order's metadata.

define( 'ABSPATH', __DIR__ );
$hooks = array();

function add_action( $name, $callback ) {
	global $hooks;
	$hooks[ $name ][] = $callback;
}

// WordPress adds slashes to everything that a request sends.
function wp_unslash( $value ) {
	return is_array( $value ) ? array_map( 'wp_unslash', $value ) : stripslashes( $value );
}

class WC_Order {
	public $meta = array();
	public function update_meta_data( $key, $value ) {
		$this->meta[ $key ] = $value;
	}
}

class FeaturesUtil {
	public static $declared = array();
	public static function declare_compatibility( $feature, $file ) {
		self::$declared[] = array( $feature, basename( $file ) );
	}
}
class_alias( 'FeaturesUtil', 'Automattic\WooCommerce\Utilities\FeaturesUtil' );

error_reporting( E_ALL );
set_error_handler(
	function ( $level, $message ) {
		throw new ErrorException( $message );
	}
);
parse_str( $argv[3], $_COOKIE );
$_COOKIE = array_map( fn( $value ) => is_array( $value ) ? $value : addslashes( $value ), $_COOKIE );
require $argv[1];
$order = new WC_Order();
foreach ( $hooks[ $argv[2] ] ?? array() as $callback ) {
	$callback( $order, array() );
}
foreach ( $hooks['before_woocommerce_init'] as $callback ) {
	$callback();
}
echo json_encode( array( 'meta' => (object) $order->meta, 'declared' => FeaturesUtil::$declared ) );
