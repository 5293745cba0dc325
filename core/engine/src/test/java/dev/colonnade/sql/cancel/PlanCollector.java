package dev.colonnade.sql.cancel;

import dev.colonnade.sql.physical.PhysicalPlan;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collector of the physical plans that a prepared statement refers to, at any depth. */
final class PlanCollector {
  private static final String PACKAGE = "dev.colonnade.sql.";

  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<PhysicalPlan> plans = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Adds the plans that an object refers to. */
  void add(@Nullable Object object) throws IllegalAccessException {
    switch (object) {
      case null -> {}
      case Collection<?> many -> addAll(many);
      case Map<?, ?> map -> addAll(map.values());
      case Object[] many -> addAll(Arrays.asList(many));
      case Enum<?> _ -> {}
      default -> {
        if (object.getClass().getName().startsWith(PACKAGE) && seen.add(object)) {
          addFields(object);
        }
      }
    }
  }

  private void addAll(Collection<?> many) throws IllegalAccessException {
    if (seen.add(many)) {
      for (Object each : many) {
        add(each);
      }
    }
  }

  private void addFields(Object object) throws IllegalAccessException {
    if (object instanceof PhysicalPlan plan) {
      plans.add(plan);
    }
    for (Class<?> type = object.getClass();
        type.getName().startsWith(PACKAGE);
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          add(field.get(object));
        }
      }
    }
  }

  /** Returns the plans found so far. */
  Set<PhysicalPlan> plans() {
    return plans;
  }
}
