/**
 * Where names live: databases, the schemas in them, and roles; and a name within a schema.
 *
 * <p>Start at {@link dev.colonnade.catalog.name.ObjectName}, then {@link
 * dev.colonnade.catalog.name.BuiltIns}, what a fresh store has. Pure values; depends on {@code
 * error} only.
 */
@NullMarked
package dev.colonnade.catalog.name;

import org.jspecify.annotations.NullMarked;
