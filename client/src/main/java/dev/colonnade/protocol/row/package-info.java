/**
 * Stored form of rows, as it is sent in {@code KEY_VALUES} pages.
 *
 * <p>Start with {@link dev.colonnade.protocol.row.StoredKeyLayout} and {@link
 * dev.colonnade.protocol.row.StoredValueLayout}; {@link dev.colonnade.protocol.row.FamilyLayout}
 * computes the column offsets of a described table. May depend on {@code protocol} and {@code
 * protocol.schema} only.
 */
@NullMarked
package dev.colonnade.protocol.row;

import org.jspecify.annotations.NullMarked;
