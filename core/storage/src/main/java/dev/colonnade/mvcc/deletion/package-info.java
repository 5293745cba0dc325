/**
 * Deletes of many adjacent rows that the store records as one span, without a write for each row.
 * Readers see what they would see if each row had been deleted. Start reading at {@link
 * dev.colonnade.mvcc.deletion.DeletedSpanStore}.
 */
@NullMarked
package dev.colonnade.mvcc.deletion;

import org.jspecify.annotations.NullMarked;
