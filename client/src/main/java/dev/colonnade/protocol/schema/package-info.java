/**
 * Tables in the wire protocol: types, columns, keys, families, schema versions.
 *
 * <p>Start with {@link dev.colonnade.protocol.schema.TableDefinition} (the request of a user) and
 * {@link dev.colonnade.protocol.schema.TableDescription} (the table that the server created from
 * it). May depend on {@code protocol} only.
 */
@NullMarked
package dev.colonnade.protocol.schema;

import org.jspecify.annotations.NullMarked;
