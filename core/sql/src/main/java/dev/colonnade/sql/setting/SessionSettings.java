package dev.colonnade.sql.setting;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one session, by name. What a transaction sets is undone with it, and what it sets
 * {@linkplain #setLocal locally} also when it commits. One thread.
 */
public final class SessionSettings {
  private static final List<Setting> REPORTED =
      KnownSettings.ALL.values().stream().filter(Setting::isReported).toList();

  /** What every transaction has. No client is told of them, and none is a time. */
  private static final List<String> TRANSACTION_MODES =
      List.of("transaction_isolation", "transaction_read_only", "transaction_deferrable");

  /** What new sessions, and RESET, begin with. */
  private final Map<String, String> initial = new TreeMap<>();

  /** Replaced as a whole by every change, so that an earlier state can be kept. */
  private State state;

  /** Times that were asked for since a setting was changed. */
  private final Map<String, Duration> durations = new HashMap<>();

  private BiConsumer<String, String> listener = (_, _) -> {};

  public SessionSettings() {
    KnownSettings.ALL.forEach((name, setting) -> initial.put(name, setting.initial()));
    state = new State(Map.copyOf(initial), Map.of());
  }

  /**
   * The settings at one moment.
   *
   * @param ofSession by name
   * @param ofTransaction those that end with the transaction, over the session's
   */
  public record State(Map<String, String> ofSession, Map<String, String> ofTransaction) {}

  /** Tells {@code listener} name and value of each reported setting that changes. */
  public void onReport(BiConsumer<String, String> listener) {
    this.listener = requireNonNull(listener, "listener is null");
  }

  /** The names and values that a client is told when it connects. */
  public Map<String, String> reported() {
    Map<String, String> reported = new TreeMap<>();
    KnownSettings.ALL.forEach(
        (name, setting) -> {
          if (setting.isReported()) {
            reported.put(setting.name(), value(name));
          }
        });
    return reported;
  }

  /** The value of a setting; UNKNOWN_OBJECT if there is none of this name. */
  public String show(String name) {
    String value = find(name.toLowerCase(Locale.ROOT));
    if (value == null) {
      throw unknown(name);
    }
    return value;
  }

  /** The name as it is shown. */
  public static String shownName(String name) {
    Setting setting = KnownSettings.ALL.get(name.toLowerCase(Locale.ROOT));
    return setting == null ? name : setting.name();
  }

  /** The settings that there are, in the order of their names. */
  public static List<Setting> known() {
    return List.copyOf(KnownSettings.ALL.values());
  }

  /** All settings by their names. */
  public Map<String, String> all() {
    Map<String, String> all = new TreeMap<>();
    KnownSettings.ALL.forEach((name, setting) -> all.put(setting.name(), value(name)));
    return all;
  }

  public boolean isOn(String name) {
    return show(name).equals("on");
  }

  /** A setting that is a time. Zero stands for no limit. */
  public Duration duration(String name) {
    return durations.computeIfAbsent(name, key -> Duration.ofMillis(Milliseconds.of(show(key))));
  }

  /** Sets a value for the session. */
  public void set(String name, String value) {
    String key = requireKnown(name);
    change(key, canonical(key, value), false);
  }

  /** Sets a value for the rest of the transaction. */
  public void setLocal(String name, String value) {
    String key = requireKnown(name);
    change(key, canonical(key, value), true);
  }

  /** Sets what RESET goes back to as well: what a client asked for when it connected. */
  public void setInitial(String name, String value) {
    String key = requireKnown(name);
    String canonical = canonical(key, value);
    initial.put(key, canonical);
    change(key, canonical, false);
  }

  /** Sets what users cannot. */
  public void force(String name, String value) {
    initial.put(name, value);
    change(name, value, false);
  }

  /** Back to what the session began with. */
  public void reset(String name) {
    String key = requireKnown(name);
    // Poolers send SET SESSION AUTHORIZATION DEFAULT: who logged in stays who it is.
    if (isFixed(key) && !key.equals("session_authorization")) {
      canonical(key, "");
    }
    change(key, initial.getOrDefault(key, ""), false);
  }

  public void resetAll() {
    for (String name : state.ofSession().keySet()) {
      if (!isFixed(name) && !isOfTransaction(name)) {
        change(name, initial.getOrDefault(name, ""), false);
      }
    }
  }

  /** This moment, to go back to. */
  public State state() {
    return state;
  }

  /** Undoes what was set since. */
  public void restore(State before) {
    moveTo(before);
  }

  /** A transaction begins, with the modes that are the defaults at this moment. */
  public void beginTransaction() {
    Map<String, String> ofTransaction = new TreeMap<>(state.ofTransaction());
    for (String mode : TRANSACTION_MODES) {
      ofTransaction.put(mode, canonical(mode, show("default_" + mode)));
    }
    moveTo(new State(state.ofSession(), Map.copyOf(ofTransaction)));
  }

  /** Ends what was set for the transaction only. */
  public void endTransaction() {
    if (!state.ofTransaction().isEmpty()) {
      moveTo(new State(state.ofSession(), Map.of()));
    }
  }

  private void change(String key, String value, boolean local) {
    Map<String, String> ofSession = state.ofSession();
    Map<String, String> ofTransaction = new TreeMap<>(state.ofTransaction());
    if (local || isOfTransaction(key)) {
      ofTransaction.put(key, value);
    } else {
      Map<String, String> changed = new TreeMap<>(ofSession);
      changed.put(key, value);
      ofSession = Map.copyOf(changed);
      ofTransaction.remove(key);
    }
    moveTo(new State(ofSession, Map.copyOf(ofTransaction)));
  }

  private void moveTo(State next) {
    State before = state;
    state = next;
    if (before.ofSession().equals(next.ofSession())
        && hasModesOnly(before.ofTransaction())
        && hasModesOnly(next.ofTransaction())) {
      return;
    }
    durations.clear();
    for (Setting setting : REPORTED) {
      String key = setting.name().toLowerCase(Locale.ROOT);
      if (!value(before, key).equals(value(next, key))) {
        listener.accept(setting.name(), value(next, key));
      }
    }
  }

  private static boolean hasModesOnly(Map<String, String> ofTransaction) {
    return TRANSACTION_MODES.containsAll(ofTransaction.keySet());
  }

  private String value(String key) {
    return value(state, key);
  }

  private static String value(State state, String key) {
    String found = find(state, key);
    return found == null ? "" : found;
  }

  private @Nullable String find(String key) {
    return find(state, key);
  }

  /** What is known of a transaction that has not begun is what it would begin with. */
  private static @Nullable String find(State state, String key) {
    String local = state.ofTransaction().get(key);
    return local == null
        ? state.ofSession().get(isOfTransaction(key) ? "default_" + key : key)
        : local;
  }

  private static boolean isOfTransaction(String key) {
    return key.startsWith("transaction_");
  }

  private static String canonical(String key, String value) {
    Setting setting = KnownSettings.ALL.get(key);
    return setting == null ? value : setting.kind().canonical(setting.name(), value);
  }

  private static boolean isFixed(String key) {
    Setting setting = KnownSettings.ALL.get(key);
    return setting != null && setting.kind() instanceof SettingKind.Fixed;
  }

  /** Names with a dot are taken as they come: extensions have such. */
  private static String requireKnown(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    if (!KnownSettings.ALL.containsKey(key) && !key.contains(".")) {
      throw unknown(name);
    }
    return key;
  }

  private static ColonnadeException unknown(String name) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT, "unrecognized configuration parameter \"" + name + "\"");
  }
}
