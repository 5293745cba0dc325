package dev.colonnade.scan.filter;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Predicate on the columns of a row, in SQL's three-valued logic: a comparison with NULL is
 * unknown, AND, OR and NOT propagate unknown, and a row is selected only if the predicate is true.
 *
 * <p>Literals are values of the Java class of their column's type; integers of any width are
 * compatible with the integer types and NUMERIC, {@code BigDecimal} with both, and float and double
 * with both floating-point types. Text is compared by its UTF-8 bytes. Columns and types are
 * checked when the filter is compiled.
 */
public sealed interface Filter {
  /** Filter that selects every row. */
  Filter TRUE = new True();

  /** Comparison of a column with a literal; unknown if either is NULL. */
  record Compare(int columnId, Comparison comparison, @Nullable Object literal) implements Filter {
    public Compare {
      requireNonNull(comparison, "comparison is null");
    }
  }

  /** Conjunction; true without operands. */
  record And(List<Filter> operands) implements Filter {
    public And {
      operands = List.copyOf(requireNonNull(operands, "operands is null"));
    }
  }

  /** Disjunction; false without operands. */
  record Or(List<Filter> operands) implements Filter {
    public Or {
      operands = List.copyOf(requireNonNull(operands, "operands is null"));
    }
  }

  /** Negation; unknown stays unknown. */
  record Not(Filter operand) implements Filter {
    public Not {
      requireNonNull(operand, "operand is null");
    }
  }

  /**
   * Membership: the column equals one of the literals; unknown if it does not and one of them is
   * NULL.
   */
  record In(int columnId, List<@Nullable Object> literals) implements Filter {
    public In {
      requireNonNull(literals, "literals is null");
      literals = Collections.unmodifiableList(new ArrayList<>(literals));
    }
  }

  /** Range test: the column is at least {@code low} and at most {@code high}. */
  record Between(int columnId, @Nullable Object low, @Nullable Object high) implements Filter {}

  /** NULL test of a column. Never unknown. */
  record IsNull(int columnId) implements Filter {}

  /**
   * Pattern match of a column's whole text, in which {@code %} matches any characters and {@code _}
   * one character.
   *
   * @param escape code point that makes the one behind it literal, or {@link #NO_ESCAPE}
   */
  record Like(int columnId, String pattern, int escape) implements Filter {
    public static final int NO_ESCAPE = -1;

    public Like {
      requireNonNull(pattern, "pattern is null");
    }

    /** Creates a pattern match with the backslash as escape, SQL's default. */
    public Like(int columnId, String pattern) {
      this(columnId, pattern, '\\');
    }
  }

  /** Constant true. */
  record True() implements Filter {}

  static Filter and(Filter... operands) {
    return new And(List.of(operands));
  }

  static Filter or(Filter... operands) {
    return new Or(List.of(operands));
  }

  static Filter not(Filter operand) {
    return new Not(operand);
  }

  static Filter compare(int columnId, Comparison comparison, @Nullable Object literal) {
    return new Compare(columnId, comparison, literal);
  }

  static Filter in(int columnId, @Nullable Object... literals) {
    return new In(columnId, Arrays.asList(literals));
  }
}
