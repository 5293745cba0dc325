/**
 * Public corpus of sqllogictest: statements with the results on which several databases agree.
 *
 * <p>Start with {@link dev.colonnade.sql.corpus.CorpusTest}, which describes how to run many
 * records. Depends on the engine's public interface.
 */
@NullMarked
package dev.colonnade.sql.corpus;

import org.jspecify.annotations.NullMarked;
