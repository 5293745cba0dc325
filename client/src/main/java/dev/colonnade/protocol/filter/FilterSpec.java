package dev.colonnade.protocol.filter;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.schema.Literal;
import java.util.List;

/**
 * Predicate on the columns of a row, which are identified by their column ids. Semantics are those
 * of SQL: a comparison with NULL is unknown, and a row passes only if the predicate is true.
 */
public sealed interface FilterSpec {
  /** Predicate that every row satisfies. */
  FilterSpec ALL = new And(List.of());

  record Compare(int columnId, CompareOp op, Literal literal) implements FilterSpec {
    public Compare {
      requireNonNull(op, "op is null");
      requireNonNull(literal, "literal is null");
    }
  }

  /** Conjunction; true without operands. */
  record And(List<FilterSpec> operands) implements FilterSpec {
    public And {
      operands = List.copyOf(operands);
    }
  }

  /** Disjunction; false without operands. */
  record Or(List<FilterSpec> operands) implements FilterSpec {
    public Or {
      operands = List.copyOf(operands);
    }
  }

  record Not(FilterSpec operand) implements FilterSpec {
    public Not {
      requireNonNull(operand, "operand is null");
    }
  }

  record In(int columnId, List<Literal> literals) implements FilterSpec {
    public In {
      literals = List.copyOf(literals);
    }
  }

  /** Range predicate that includes both ends. */
  record Between(int columnId, Literal low, Literal high) implements FilterSpec {
    public Between {
      requireNonNull(low, "low is null");
      requireNonNull(high, "high is null");
    }
  }

  record IsNull(int columnId) implements FilterSpec {}

  /** Pattern match with {@code %} and {@code _}; {@code \} escapes the next character. */
  record Like(int columnId, String pattern) implements FilterSpec {
    public Like {
      requireNonNull(pattern, "pattern is null");
    }
  }
}
