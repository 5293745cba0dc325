/**
 * What a table has besides its columns and its primary key: indexes, and the constraints that its
 * rows meet.
 *
 * <p>Start at {@link dev.colonnade.catalog.rule.TableRules}. {@link
 * dev.colonnade.catalog.rule.TableIndex} says how the entries of an index are kept: they are rows
 * of a small schema of its own, so that whatever reads rows reads indexes too. Depends on {@code
 * type}, {@code key} and {@code error}.
 */
@NullMarked
package dev.colonnade.catalog.rule;

import org.jspecify.annotations.NullMarked;
