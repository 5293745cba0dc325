/**
 * The stored form of rows, as it travels in {@code KEY_VALUES} pages.
 *
 * <p>Start with {@link dev.colonnade.protocol.row.StoredKeyLayout} and {@link
 * dev.colonnade.protocol.row.StoredValueLayout}; {@link dev.colonnade.protocol.row.FamilyLayout}
 * works out where the columns of a described table lie. May depend on {@code protocol} and {@code
 * protocol.schema} only.
 */
@NullMarked
package dev.colonnade.protocol.row;

import org.jspecify.annotations.NullMarked;
