/**
 * The client of a Colonnade server.
 *
 * <p>Start with {@link dev.colonnade.client.ColonnadeClient}, or with {@link
 * dev.colonnade.client.AsyncClient} where nothing may wait. {@link dev.colonnade.client.Table}
 * makes what both of them take: batches of writes, batches of keys, scans. May depend on the
 * packages below {@code client} and on {@code protocol}.
 */
@NullMarked
package dev.colonnade.client;

import org.jspecify.annotations.NullMarked;
