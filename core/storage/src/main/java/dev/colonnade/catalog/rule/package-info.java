/**
 * Indexes and constraints of tables.
 *
 * <p>Start at {@link dev.colonnade.catalog.rule.TableRules}. Depends on {@code type}, {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.catalog.rule;

import org.jspecify.annotations.NullMarked;
