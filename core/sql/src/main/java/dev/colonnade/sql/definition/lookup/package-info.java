/**
 * Look-up of the objects that definitions name, with PostgreSQL's errors: relations, indexes,
 * types, roles, and objects of the system. Start at {@link
 * dev.colonnade.sql.definition.lookup.RelationLookup}. Depends on {@code sql.analyze}, {@code
 * sql.registry}, {@code sql.syntax}, {@code sql.statement} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.lookup;

import org.jspecify.annotations.NullMarked;
