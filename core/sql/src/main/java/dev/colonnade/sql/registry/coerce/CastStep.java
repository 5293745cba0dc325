package dev.colonnade.sql.registry.coerce;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.cast.CastEntry;
import dev.colonnade.sql.registry.type.Type;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;

/** Step of a coercion. A coercion applies its steps in order; none if the types are equal. */
public sealed interface CastStep {
  /** Reading a literal or a parameter without a type as a value of a type. */
  record ParseLiteral(TypeReference to) implements CastStep {
    public ParseLiteral {
      requireNonNull(to, "to is null");
    }
  }

  /** Another type for the same value. */
  record Relabel(Type to) implements CastStep {
    public Relabel {
      requireNonNull(to, "to is null");
    }
  }

  /** Conversion by the function of a cast. */
  record Convert(CastEntry cast) implements CastStep {
    public Convert {
      requireNonNull(cast, "cast is null");
    }
  }

  /** Conversion through the output text. */
  record ConvertText(Type from, Type to) implements CastStep {
    public ConvertText {
      requireNonNull(from, "from is null");
      requireNonNull(to, "to is null");
    }
  }

  /** Steps for each element of an array. */
  record ConvertElements(Type to, List<CastStep> steps) implements CastStep {
    public ConvertElements {
      requireNonNull(to, "to is null");
      steps = List.copyOf(steps);
    }
  }

  /**
   * Fitting to a modifier: to a length, to digits, to fields.
   *
   * @param isExplicit whether text that is too long is cut instead of refused
   */
  record Fit(TypeReference to, boolean isExplicit) implements CastStep {
    public Fit {
      requireNonNull(to, "to is null");
    }
  }

  /** Check of a domain's constraints. */
  record CheckDomain(Type to) implements CastStep {
    public CheckDomain {
      requireNonNull(to, "to is null");
    }
  }

  /** Conversion of a row field by field; the analyzer knows the fields. */
  record ConvertRow(Type to) implements CastStep {
    public ConvertRow {
      requireNonNull(to, "to is null");
    }
  }
}
