/**
 * Table schemas: columns, primary key and column families of a table, and their versions.
 *
 * <p>Start at {@link dev.colonnade.type.schema.TableSchema}; {@link
 * dev.colonnade.type.schema.SchemaHistory} contains the versions of a table's schema and the schema
 * changes. Depends on {@code error}, {@code key} and {@code type}.
 */
@NullMarked
package dev.colonnade.type.schema;

import org.jspecify.annotations.NullMarked;
