/**
 * Client of a Colonnade server.
 *
 * <p>Start with {@link dev.colonnade.client.ColonnadeClient}, or with {@link
 * dev.colonnade.client.AsyncClient} for asynchronous use. {@code client.table} creates the
 * arguments of both: write batches, key batches, scans. May depend on the packages below {@code
 * client} and on {@code protocol}.
 */
@NullMarked
package dev.colonnade.client;

import org.jspecify.annotations.NullMarked;
