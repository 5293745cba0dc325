/**
 * Encoding of the catalog records that are stored in the column family {@code META}.
 *
 * <p>Start at {@link dev.colonnade.catalog.codec.CatalogLayout}, the layout of all records, and
 * {@link dev.colonnade.catalog.codec.CatalogCodec}. Depends on {@code catalog.relation}, {@code
 * catalog.index}, {@code catalog.constraint}, {@code catalog.name}, {@code type}, {@code key} and
 * {@code error}.
 */
@NullMarked
package dev.colonnade.catalog.codec;

import org.jspecify.annotations.NullMarked;
