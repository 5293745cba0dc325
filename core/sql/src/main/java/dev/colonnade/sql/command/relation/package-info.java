/**
 * Relations that commands name: {@link dev.colonnade.sql.command.relation.TargetRelation}. Depends
 * on {@code catalog} and {@code sql.analyze.scope}.
 */
@NullMarked
package dev.colonnade.sql.command.relation;

import org.jspecify.annotations.NullMarked;
