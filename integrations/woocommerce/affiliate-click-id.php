<?php
/**
 * Plugin Name: Affiliate Click ID
 * Description: Stores the visitor's partner click with their WooCommerce order. Sends nothing.
 * Version: 1.0.0
 * Requires at least: 6.2
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * License: MIT
 *
 * The tracker keeps the click ID in the service_click_id cookie. Orders carry it to the tracking service in the
 * store's own webhooks. Subscriptions and their renewals copy it from the first order.
 */

defined( 'ABSPATH' ) || exit;

/**
 * Stores the click ID from the cookie in an order that WooCommerce is about to save. Orders that weren't placed by a
 * visitor, such as renewals and orders created by staff, don't run these hooks.
 *
 * @param WC_Order $order
 */
function affiliate_click_id_store( $order ) {
	$click_id = isset( $_COOKIE['service_click_id'] ) ? wp_unslash( $_COOKIE['service_click_id'] ) : '';
	// Anything else isn't a click ID, whatever set the cookie.
	if ( is_string( $click_id ) && preg_match( '/\A[0-9a-z-]{38,64}\z/', $click_id ) ) {
		$order->update_meta_data( 'service_click_id', $click_id );
	}
}

// The classic checkout, and the checkout block with its express payments.
add_action( 'woocommerce_checkout_create_order', 'affiliate_click_id_store' );
add_action( 'woocommerce_store_api_checkout_update_order_from_request', 'affiliate_click_id_store' );

add_action(
	'before_woocommerce_init',
	function () {
		if ( class_exists( '\Automattic\WooCommerce\Utilities\FeaturesUtil' ) ) {
			foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
				\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, __FILE__ );
			}
		}
	}
);
