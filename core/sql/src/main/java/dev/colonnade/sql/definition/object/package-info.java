/**
 * Statements about objects of any kind: DROP, RENAME, SET SCHEMA, OWNER TO, COMMENT, SECURITY
 * LABEL, CREATE EXTENSION and TRUNCATE. Start at {@link
 * dev.colonnade.sql.definition.object.ObjectStatements}. Depends on {@code sql.definition.name},
 * {@code sql.frontend}, {@code sql.statement}, {@code sql.analyze} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.object;

import org.jspecify.annotations.NullMarked;
