/**
 * Column types, table schemas and their versions, and Java values in stored form.
 *
 * <p>Start at {@link dev.colonnade.type.ColumnType} and {@link dev.colonnade.type.TableSchema};
 * {@link dev.colonnade.type.SchemaHistory} is how a table changes. How rows become bytes is in
 * {@code dev.colonnade.type.row}. Depends on {@code error} and {@code key}.
 */
@NullMarked
package dev.colonnade.type;

import org.jspecify.annotations.NullMarked;
