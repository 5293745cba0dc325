/**
 * Catalog: all databases, schemas, roles, tables, views, sequences and enum types of a store. Its
 * records are stored in the column family {@code META}; each change is one atomic commit; readers
 * obtain an immutable snapshot with one volatile read.
 *
 * <p>Start at {@link dev.colonnade.catalog.Catalog} and {@link
 * dev.colonnade.catalog.CatalogSnapshot}, then {@link dev.colonnade.catalog.CatalogOperations}.
 * Depends on its sub-packages ({@code name}, {@code constraint}, {@code index}, {@code relation},
 * {@code codec}) and on {@code mvcc}, {@code type}, {@code store}, {@code key}, {@code failpoint}
 * and {@code error}.
 */
@NullMarked
package dev.colonnade.catalog;

import org.jspecify.annotations.NullMarked;
