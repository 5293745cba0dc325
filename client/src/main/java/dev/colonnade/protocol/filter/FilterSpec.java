package dev.colonnade.protocol.filter;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.schema.Literal;
import java.util.List;

/**
 * A condition on the columns of a row, named by their column ids. It follows SQL: a comparison with
 * NULL is unknown, and a row passes only where the whole is true.
 */
public sealed interface FilterSpec {
  /** Passes every row. */
  FilterSpec ALL = new And(List.of());

  record Compare(int columnId, CompareOp op, Literal literal) implements FilterSpec {
    public Compare {
      requireNonNull(op, "op is null");
      requireNonNull(literal, "literal is null");
    }
  }

  /** True where all operands are; true without any. */
  record And(List<FilterSpec> operands) implements FilterSpec {
    public And {
      operands = List.copyOf(operands);
    }
  }

  /** True where one operand is; false without any. */
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

  /** Both ends are included. */
  record Between(int columnId, Literal low, Literal high) implements FilterSpec {
    public Between {
      requireNonNull(low, "low is null");
      requireNonNull(high, "high is null");
    }
  }

  record IsNull(int columnId) implements FilterSpec {}

  /** Pattern with {@code %} and {@code _}, and {@code \} before one that stands for itself. */
  record Like(int columnId, String pattern) implements FilterSpec {
    public Like {
      requireNonNull(pattern, "pattern is null");
    }
  }
}
