/**
 * Statements about schemas, databases, roles and privileges, and the look-up of relations and roles
 * by names. Start at {@link dev.colonnade.sql.definition.name.NamespaceStatements}. Depends on
 * {@code sql.statement}, {@code sql.analyze} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.name;

import org.jspecify.annotations.NullMarked;
