package dev.colonnade.scan.filter;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the columns of a row, in SQL's logic of three values: a comparison with NULL is
 * unknown, AND, OR and NOT carry that on, and a row is kept only if the whole is true.
 *
 * <p>Literals are values of the Java class of their column's type; integers of any width go with
 * the integer types and NUMERIC, {@code BigDecimal} with both, and float and double with both
 * floating-point types. Text is compared by its UTF-8 bytes. Whether columns and types fit is
 * checked when the filter is compiled.
 */
public sealed interface Filter {
  /** Keeps every row. */
  Filter TRUE = new True();

  /** A column compared with a literal; unknown if either is NULL. */
  record Compare(int columnId, Comparison comparison, @Nullable Object literal) implements Filter {
    public Compare {
      requireNonNull(comparison, "comparison is null");
    }
  }

  /** All of these; true if there are none. */
  record And(List<Filter> operands) implements Filter {
    public And {
      operands = List.copyOf(requireNonNull(operands, "operands is null"));
    }
  }

  /** Any of these; false if there are none. */
  record Or(List<Filter> operands) implements Filter {
    public Or {
      operands = List.copyOf(requireNonNull(operands, "operands is null"));
    }
  }

  /** The opposite; unknown stays unknown. */
  record Not(Filter operand) implements Filter {
    public Not {
      requireNonNull(operand, "operand is null");
    }
  }

  /** The column equals one of the literals; if not, and one of them is NULL, unknown. */
  record In(int columnId, List<@Nullable Object> literals) implements Filter {
    public In {
      requireNonNull(literals, "literals is null");
      literals = Collections.unmodifiableList(new ArrayList<>(literals));
    }
  }

  /** The column is at least {@code low} and at most {@code high}. */
  record Between(int columnId, @Nullable Object low, @Nullable Object high) implements Filter {}

  /** The column is NULL. Never unknown. */
  record IsNull(int columnId) implements Filter {}

  /**
   * The column's text is matched as a whole by the pattern, in which {@code %} stands for any
   * characters and {@code _} for one.
   *
   * @param escape the code point that takes the special meaning from the one behind it, or {@link
   *     #NO_ESCAPE}
   */
  record Like(int columnId, String pattern, int escape) implements Filter {
    public static final int NO_ESCAPE = -1;

    public Like {
      requireNonNull(pattern, "pattern is null");
    }

    /** With a backslash as escape, as SQL has it unless told otherwise. */
    public Like(int columnId, String pattern) {
      this(columnId, pattern, '\\');
    }
  }

  /** Always true. */
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
