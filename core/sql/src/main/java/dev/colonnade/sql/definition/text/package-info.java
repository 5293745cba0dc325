/**
 * Changes of the expressions and queries that the catalog stores as text, when names or labels in
 * them change.
 *
 * <p>Start at {@link dev.colonnade.sql.definition.text.StoredTexts}.
 */
@NullMarked
package dev.colonnade.sql.definition.text;

import org.jspecify.annotations.NullMarked;
