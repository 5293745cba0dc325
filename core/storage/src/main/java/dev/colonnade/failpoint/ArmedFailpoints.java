package dev.colonnade.failpoint;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Parsed failpoint configuration: the action of each armed failpoint. */
final class ArmedFailpoints {
  private final Map<Failpoint, Trap> traps = new EnumMap<>(Failpoint.class);

  private ArmedFailpoints() {}

  /** Parses a comma-separated list of {@code name=action[@n]}; see {@link Failpoint}. */
  static ArmedFailpoints parse(String text) {
    ArmedFailpoints armed = new ArmedFailpoints();
    for (String item : text.split(",", -1)) {
      if (!item.isBlank()) {
        armed.add(item.strip());
      }
    }
    return armed;
  }

  boolean isEmpty() {
    return traps.isEmpty();
  }

  void pass(Failpoint point) {
    Trap trap = traps.get(point);
    if (trap != null && trap.countdown.decrementAndGet() == 0) {
      trap.action.run(point);
    }
  }

  private void add(String item) {
    int equals = item.indexOf('=');
    int at = item.indexOf('@', equals + 1);
    if (equals < 0) {
      throw invalid(item);
    }
    String id = item.substring(0, equals);
    String action = at < 0 ? item.substring(equals + 1) : item.substring(equals + 1, at);
    long passes = at < 0 ? 1 : passes(item, item.substring(at + 1));
    traps.put(point(item, id), new Trap(action(item, action), new AtomicLong(passes)));
  }

  private static Failpoint point(String item, String id) {
    for (Failpoint point : Failpoint.values()) {
      if (point.id().equals(id)) {
        return point;
      }
    }
    throw invalid(item);
  }

  private static Action action(String item, String action) {
    return switch (action) {
      case "halt" -> Action.HALT;
      case "throw" -> Action.THROW;
      default -> throw invalid(item);
    };
  }

  private static long passes(String item, String number) {
    try {
      long passes = Long.parseLong(number);
      if (passes >= 1) {
        return passes;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("not a failpoint item=" + item, e);
    }
    throw invalid(item);
  }

  private static IllegalArgumentException invalid(String item) {
    return new IllegalArgumentException("not a failpoint item=" + item);
  }

  private record Trap(Action action, AtomicLong countdown) {}

  private enum Action {
    HALT {
      @Override
      void run(Failpoint point) {
        Runtime.getRuntime().halt(Failpoint.HALT_STATUS);
      }
    },
    THROW {
      @Override
      void run(Failpoint point) {
        throw new ColonnadeException(ErrorCode.INTERNAL, "failpoint name=" + point.id());
      }
    };

    abstract void run(Failpoint point);
  }
}
