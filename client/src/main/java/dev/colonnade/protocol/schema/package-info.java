/**
 * Tables as the wire describes them: types, columns, keys, families, schema versions.
 *
 * <p>Start with {@link dev.colonnade.protocol.schema.TableDefinition} (what a user asks for) and
 * {@link dev.colonnade.protocol.schema.TableDescription} (what the server made of it). May depend
 * on {@code protocol} only.
 */
@NullMarked
package dev.colonnade.protocol.schema;

import org.jspecify.annotations.NullMarked;
