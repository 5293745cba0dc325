/**
 * Conversion between records of the client protocol and types of the engine: column types, tables,
 * sequences, filters, key spans, rows. Stateless functions; the only package that depends on both
 * models.
 *
 * <p>Start at {@link dev.colonnade.server.translate.ScanTranslator} for reads and {@link
 * dev.colonnade.server.translate.MutationDecoder} for writes. May depend on {@code protocol},
 * {@code catalog}, {@code engine}, {@code range}, {@code scan}, {@code sequence}, {@code mvcc},
 * {@code type}, {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.server.translate;

import org.jspecify.annotations.NullMarked;
