package dev.colonnade.sql.registry.type;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Types of ranges, with the types of their bounds and of multiranges over them. */
public final class RangeTypes {
  /**
   * Types that belong together.
   *
   * @param range type of the ranges
   * @param bound type of their bounds
   * @param multirange type of sets of the ranges
   */
  public record Family(Type range, Type bound, Type multirange) {
    public Family {
      requireNonNull(range, "range is null");
      requireNonNull(bound, "bound is null");
      requireNonNull(multirange, "multirange is null");
    }
  }

  private final Map<Type, Family> families = new HashMap<>();

  /**
   * Creates the families of the built-in types.
   *
   * @param types returns the type of a name
   */
  RangeTypes(Function<String, Type> types) {
    Map<String, String> bounds =
        Map.of(
            "int4", "int4",
            "int8", "int8",
            "num", "numeric",
            "ts", "timestamp",
            "tstz", "timestamptz",
            "date", "date");
    for (String name : List.copyOf(bounds.keySet())) {
      Family family =
          new Family(
              types.apply(name + "range"),
              types.apply(requireNonNull(bounds.get(name), "no bound")),
              types.apply(name + "multirange"));
      families.put(family.range(), family);
      families.put(family.multirange(), family);
    }
  }

  /** Returns the family of a range or multirange type; null for other types. */
  public @Nullable Family find(Type type) {
    return families.get(type);
  }

  /** Returns the type of the bounds of a range or multirange type; null for other types. */
  public @Nullable Type boundOf(Type type) {
    Family family = find(type);
    return family == null ? null : family.bound();
  }
}
