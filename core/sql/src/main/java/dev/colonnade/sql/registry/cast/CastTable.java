package dev.colonnade.sql.registry.cast;

import dev.colonnade.sql.registry.type.BaseTypes;
import dev.colonnade.sql.registry.type.ResourceLines;
import dev.colonnade.sql.registry.type.Type;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Casts by source and target. */
public final class CastTable {
  private final Map<Type, Map<Type, CastEntry>> bySource = new HashMap<>();
  private final List<CastEntry> all = new ArrayList<>();

  /** Reads the casts from their resource. */
  public CastTable(BaseTypes types) {
    for (String line : ResourceLines.of("casts.txt")) {
      String[] fields = line.split(" ", -1);
      CastEntry entry =
          new CastEntry(
              types.named(fields[0]),
              types.named(fields[1]),
              CastContext.of(fields[2].charAt(0)),
              CastMethod.of(fields[3].charAt(0)),
              Integer.parseInt(fields[4]));
      all.add(entry);
      bySource.computeIfAbsent(entry.source(), _ -> new HashMap<>()).put(entry.target(), entry);
    }
  }

  /** Returns all casts. */
  public List<CastEntry> all() {
    return List.copyOf(all);
  }

  /** Returns the cast from one type to another; null if none is declared. */
  public @Nullable CastEntry find(Type source, Type target) {
    Map<Type, CastEntry> targets = bySource.get(source);
    return targets == null ? null : targets.get(target);
  }

  /** Returns whether values of a type are fitted to a modifier: lengths, digits, fields. */
  public boolean isFitted(Type type) {
    return find(type, type) != null;
  }
}
