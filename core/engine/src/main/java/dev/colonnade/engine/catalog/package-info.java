/**
 * Catalog changes of SQL transactions, and temporary tables. Start at {@link
 * dev.colonnade.engine.catalog.UncommittedCatalog}. May depend on {@code catalog}, {@code mvcc},
 * {@code sequence} and {@code storage}.
 */
@NullMarked
package dev.colonnade.engine.catalog;

import org.jspecify.annotations.NullMarked;
