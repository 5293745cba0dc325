/**
 * Relations that commands name: {@link dev.colonnade.sql.command.target.TargetRelation}. Depends on
 * {@code catalog} and {@code sql.analyze.scope}.
 */
@NullMarked
package dev.colonnade.sql.command.target;

import org.jspecify.annotations.NullMarked;
