/**
 * Tables in the client API: builders of write batches, key batches, predicates, gets and scans.
 *
 * <p>Start with {@link dev.colonnade.client.table.ClientTable}, which creates them. May depend on
 * {@code client.page}, {@code client.net} (deadlines) and {@code protocol}.
 */
@NullMarked
package dev.colonnade.client.table;

import org.jspecify.annotations.NullMarked;
