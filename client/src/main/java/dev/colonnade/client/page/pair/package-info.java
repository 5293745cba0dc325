/**
 * Pages of stored key-value pairs.
 *
 * <p>Start with {@link dev.colonnade.client.page.pair.PairPageDecoder}. Pairs are read in place;
 * only key columns are copied, because keys have an order-preserving encoding. May depend on {@code
 * client.page}, {@code client.page.column} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.page.pair;

import org.jspecify.annotations.NullMarked;
