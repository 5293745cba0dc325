/**
 * Regular expressions with PostgreSQL's syntax and choice of a match: the longest or shortest one
 * at the first place, and then of each part from the left.
 *
 * <p>Start at {@link dev.colonnade.sql.function.library.text.regex.CompiledRegex}: Java searches
 * the place of a match. Where Java's match may differ from PostgreSQL's, {@link
 * dev.colonnade.sql.function.library.text.regex.RegexAutomaton} finds its end and {@link
 * dev.colonnade.sql.function.library.text.regex.Dissection} its groups. Depends on {@code
 * sql.function.interrupt} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.library.text.regex;

import org.jspecify.annotations.NullMarked;
