/**
 * Catalog changes of transactions, and the catalog's view of the engine. Start at {@link
 * dev.colonnade.engine.catalog.UncommittedCatalog}. May depend on {@code catalog}, {@code mvcc},
 * {@code sequence}, {@code storage} and {@code engine.index}.
 */
@NullMarked
package dev.colonnade.engine.catalog;

import org.jspecify.annotations.NullMarked;
