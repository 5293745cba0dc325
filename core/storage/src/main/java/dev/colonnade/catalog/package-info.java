/**
 * What tables and enum types there are, in which versions: kept in {@code META}, changed by one
 * atomic commit each, and read as an immutable snapshot behind one volatile read.
 *
 * <p>Start at {@link dev.colonnade.catalog.Catalog} and {@link
 * dev.colonnade.catalog.CatalogSnapshot}, then {@link dev.colonnade.catalog.CatalogOperations} and
 * {@link dev.colonnade.catalog.CatalogLayout}, which pictures the records. Depends on {@code mvcc},
 * {@code type}, {@code store}, {@code key}, {@code failpoint} and {@code error}.
 */
@NullMarked
package dev.colonnade.catalog;

import org.jspecify.annotations.NullMarked;
