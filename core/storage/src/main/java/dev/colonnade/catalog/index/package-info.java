/**
 * Definitions of secondary indexes and the encoding of their entries.
 *
 * <p>Start at {@link dev.colonnade.catalog.index.Index}, the stored definition; {@link
 * dev.colonnade.catalog.index.TableIndex} describes the format of the entries. They are rows of a
 * schema of their own, so that all readers of rows can read index entries, too. Depends on {@code
 * catalog.constraint}, {@code type}, {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.catalog.index;

import org.jspecify.annotations.NullMarked;
