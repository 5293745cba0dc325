package dev.colonnade.sql.definition.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sequence.definition.OptionChange;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceChangeBuilder;
import dev.colonnade.sequence.definition.SequenceDataType;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequenceOptionsBuilder;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.TypeNames;
import dev.colonnade.sql.syntax.definition.SequenceDefinition.SequenceOption;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Options of CREATE SEQUENCE, ALTER SEQUENCE and identities. */
public final class SequenceClauses {
  private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?\\d+");

  private final StatementAnalysis analysis;

  /**
   * Creates the options of a statement.
   *
   * @param analysis resolves types
   */
  public SequenceClauses(StatementAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
  }

  /**
   * Returns the options of a new sequence.
   *
   * @param type of its values unless an option defines another
   */
  public SequenceOptions options(List<SequenceOption> options, SequenceDataType type) {
    requireValid(options);
    SequenceOptionsBuilder builder = SequenceOptions.builder().as(type);
    for (SequenceOption option : options) {
      switch (option) {
        case SequenceOption.OfType of -> builder.as(typeOf(of.type()));
        case SequenceOption.NumberOption number -> set(builder, number);
        case SequenceOption.Cycle cycle -> builder.cycle(cycle.cycles());
        case SequenceOption.Mode mode -> {
          if (modeOf(mode) != null) {
            builder.mode(requireNonNull(modeOf(mode)));
          }
        }
        case SequenceOption.OwnedBy _, SequenceOption.Named _ -> {} // part of the catalog entry
      }
    }
    return builder.build();
  }

  private static void set(SequenceOptionsBuilder builder, SequenceOption.NumberOption option) {
    Long value = numberOf(option.value());
    switch (option.keyword()) {
      case "INCREMENT" -> builder.increment(requireNonNull(value));
      case "MINVALUE" -> builder.min(value);
      case "MAXVALUE" -> builder.max(value);
      case "CACHE" -> builder.cache(requireNonNull(value));
      case "START" -> builder.start(value);
      case "RESTART" -> {
        if (value != null) {
          builder.start(value);
        }
      }
      default -> throw new IllegalArgumentException("unknown option: keyword=" + option.keyword());
    }
  }

  /** Returns the change of a sequence that the options define. */
  public SequenceChange change(List<SequenceOption> options) {
    requireValid(options);
    SequenceChangeBuilder builder = SequenceChange.builder();
    for (SequenceOption option : options) {
      switch (option) {
        case SequenceOption.OfType of -> builder.as(typeOf(of.type()));
        case SequenceOption.NumberOption number -> set(builder, number);
        case SequenceOption.Cycle cycle -> builder.cycle(cycle.cycles());
        case SequenceOption.Mode mode -> {
          if (modeOf(mode) != null) {
            builder.mode(requireNonNull(modeOf(mode)));
          }
        }
        case SequenceOption.OwnedBy _, SequenceOption.Named _ -> {} // part of the catalog entry
      }
    }
    return builder.build();
  }

  private static void set(SequenceChangeBuilder builder, SequenceOption.NumberOption option) {
    Long value = numberOf(option.value());
    switch (option.keyword()) {
      case "INCREMENT" -> builder.increment(requireNonNull(value));
      case "MINVALUE" -> builder.min(changeTo(value));
      case "MAXVALUE" -> builder.max(changeTo(value));
      case "CACHE" -> builder.cache(requireNonNull(value));
      case "START" -> builder.start(requireNonNull(value));
      case "RESTART" -> builder.restart(changeTo(value));
      default -> throw new IllegalArgumentException("unknown option: keyword=" + option.keyword());
    }
  }

  private static OptionChange changeTo(@Nullable Long value) {
    return value == null ? OptionChange.DEFAULT : OptionChange.to(value);
  }

  private static void requireValid(List<SequenceOption> options) {
    Set<String> seen = new HashSet<>();
    for (SequenceOption option : options) {
      if (!seen.add(kindOf(option))) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR,
            "conflicting or redundant options",
            ErrorFields.at(positionOf(option) + 1));
      }
    }
  }

  private static String kindOf(SequenceOption option) {
    return option instanceof SequenceOption.NumberOption number
        ? number.keyword()
        : option.getClass().getSimpleName();
  }

  private static int positionOf(SequenceOption option) {
    return switch (option) {
      case SequenceOption.OfType of -> of.position();
      case SequenceOption.NumberOption number -> number.position();
      case SequenceOption.Cycle cycle -> cycle.position();
      case SequenceOption.OwnedBy owned -> owned.position();
      case SequenceOption.Named named -> named.position();
      case SequenceOption.Mode mode -> mode.position();
    };
  }

  private static @Nullable Long numberOf(@Nullable String text) {
    if (text == null) {
      return null;
    }
    if (!WHOLE_NUMBER.matcher(text).matches()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT_REPRESENTATION,
          "invalid input syntax for type bigint: \"%s\"".formatted(text));
    }
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "value \"%s\" is out of range for type bigint".formatted(text),
          e);
    }
  }

  private SequenceDataType typeOf(TypeName name) {
    String type = new TypeNames(analysis).resolve(name).type().name();
    return switch (type) {
      case "int2" -> SequenceDataType.SMALLINT;
      case "int4" -> SequenceDataType.INTEGER;
      case "int8" -> SequenceDataType.BIGINT;
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT, "sequence type must be smallint, integer, or bigint");
    };
  }

  /** Returns the mode of a keyword; null for LOGGED and UNLOGGED, which change nothing. */
  private static @Nullable SequenceMode modeOf(SequenceOption.Mode mode) {
    return switch (mode.keyword()) {
      case "ORDERED" -> SequenceMode.ORDERED;
      case "GAPLESS" -> SequenceMode.GAPLESS;
      default -> null;
    };
  }
}
