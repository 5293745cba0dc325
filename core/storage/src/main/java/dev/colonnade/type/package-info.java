/**
 * Column types, and the conversion of Java values to their stored form.
 *
 * <p>Start at {@link dev.colonnade.type.ColumnType}, then {@link dev.colonnade.type.StoredForm}.
 * Table schemas are in {@code dev.colonnade.type.schema}, the row format in {@code
 * dev.colonnade.type.row}. Depends on {@code error} only.
 */
@NullMarked
package dev.colonnade.type;

import org.jspecify.annotations.NullMarked;
