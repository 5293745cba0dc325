/**
 * Pages of stored pairs.
 *
 * <p>Start with {@link dev.colonnade.client.page.pair.PairPageDecoder}. Pairs are read where they
 * lie; only key columns are copied out, because keys are encoded for their order. May depend on
 * {@code client.page}, {@code client.page.column} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.page.pair;

import org.jspecify.annotations.NullMarked;
