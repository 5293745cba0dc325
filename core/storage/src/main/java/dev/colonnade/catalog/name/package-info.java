/**
 * Namespaces of the catalog: databases, their schemas, roles, and qualified names of objects.
 *
 * <p>Start at {@link dev.colonnade.catalog.name.ObjectName}, then {@link
 * dev.colonnade.catalog.name.BuiltIns}, the objects of a new store. Immutable values; depends on
 * {@code error} only.
 */
@NullMarked
package dev.colonnade.catalog.name;

import org.jspecify.annotations.NullMarked;
