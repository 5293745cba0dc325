/**
 * Carries out statements that define things: a class for each kind of thing.
 *
 * <p>Start at {@link dev.colonnade.sql.definition.Definitions}. Every statement is one change of
 * the catalogue, of as many steps as it takes, through {@code sql.access}. Depends on {@code
 * sql.statement}, {@code sql.parse.definition}, {@code catalog} and {@code sequence}.
 */
@NullMarked
package dev.colonnade.sql.definition;

import org.jspecify.annotations.NullMarked;
