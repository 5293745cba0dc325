/**
 * Statements about sequences, and the options of sequences and identities. Start at {@link
 * dev.colonnade.sql.definition.sequence.SequenceStatements}. Depends on {@code
 * sql.definition.name}, {@code sql.statement}, {@code sql.analyze} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.sequence;

import org.jspecify.annotations.NullMarked;
