/**
 * Tables, views and sequences as immutable catalog objects, with the stored definition of a table:
 * schema versions, properties, indexes and constraints.
 *
 * <p>Start at {@link dev.colonnade.catalog.relation.Relation}, then {@link
 * dev.colonnade.catalog.relation.Table} and {@link dev.colonnade.catalog.relation.TableDescriptor}.
 * Depends on {@code catalog.index}, {@code catalog.constraint}, {@code catalog.name}, {@code type},
 * {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.catalog.relation;

import org.jspecify.annotations.NullMarked;
