package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement about a sequence. */
public sealed interface SequenceDefinition extends Definition {
  /** Option of a sequence. */
  sealed interface SequenceOption {
    /** {@code AS type}. */
    record OfType(TypeName type, int position) implements SequenceOption {}

    /**
     * Option with a number, which is null for {@code NO MAXVALUE} and a plain {@code RESTART}.
     *
     * @param keyword {@code CACHE}, {@code INCREMENT}, {@code MAXVALUE}, {@code MINVALUE}, {@code
     *     START} or {@code RESTART}
     */
    record NumberOption(String keyword, @Nullable String value, int position)
        implements SequenceOption {}

    /** {@code CYCLE}, {@code NO CYCLE}. */
    record Cycle(boolean cycles, int position) implements SequenceOption {}

    /** {@code OWNED BY}; NONE is a name. */
    record OwnedBy(QualifiedName column, int position) implements SequenceOption {}

    /** {@code SEQUENCE NAME}. */
    record Named(QualifiedName name, int position) implements SequenceOption {}

    /** {@code LOGGED}, {@code UNLOGGED}, and Colonnade's {@code ORDERED}, {@code GAPLESS}. */
    record Mode(String keyword, int position) implements SequenceOption {}
  }

  /** {@code CREATE SEQUENCE}. */
  record CreateSequence(
      TableDefinition.NewTable sequence, List<SequenceOption> options, int position)
      implements SequenceDefinition {}

  /** {@code ALTER SEQUENCE}. */
  record AlterSequence(
      QualifiedName name, boolean ifExists, List<SequenceOption> options, int position)
      implements SequenceDefinition {}
}
