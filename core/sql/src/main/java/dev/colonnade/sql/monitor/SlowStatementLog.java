package dev.colonnade.sql.monitor;

import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.frontend.text.PasswordTexts;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingSource;
import dev.colonnade.sql.setting.SettingValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of the slow statements of a session, under the logger {@value #LOGGER}: those that take as
 * long as {@code log_min_duration_statement}, and with their plans those that take as long as
 * {@code auto_explain.log_min_duration}. Passwords and control characters are replaced; values of
 * parameters are left out unless {@code log_parameter_max_length} permits them. One thread.
 */
final class SlowStatementLog {
  static final String LOGGER = "dev.colonnade.statement";

  /** Longest text that is logged, in characters. */
  static final int TEXT_MAX = 8_192;

  /** Maximum number of lines of a plan that are logged. */
  static final int PLAN_LINES_MAX = 500;

  private static final long OFF = Long.MAX_VALUE;
  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

  private static final SettingValue<Thresholds> THRESHOLDS = SettingValue.of(Thresholds::of);

  private final SqlSessionContext context;
  private final SessionSettings settings;

  SlowStatementLog(SqlSessionContext context, SessionSettings settings) {
    this.context = context;
    this.settings = settings;
  }

  /**
   * Thresholds of the log.
   *
   * @param textNanosMin time from which on a statement is logged
   * @param planNanosMin time from which on its plan is logged too
   * @param parameterLengthMax maximum length of the text of a parameter; 0 for no parameters,
   *     negative for no limit
   */
  private record Thresholds(long textNanosMin, long planNanosMin, int parameterLengthMax) {
    static Thresholds of(SettingSource settings) {
      return new Thresholds(
          nanos(settings.thresholdMillis("log_min_duration_statement")),
          nanos(settings.thresholdMillis("auto_explain.log_min_duration")),
          Integer.parseInt(settings.show("log_parameter_max_length")));
    }

    long nanosMin() {
      return Math.min(textNanosMin, planNanosMin);
    }
  }

  private static long nanos(long millis) {
    return millis < 0 ? OFF : TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Returns whether any statement may be logged. */
  boolean isOn() {
    return settings.get(THRESHOLDS).nanosMin() != OFF;
  }

  /**
   * Logs an execution if it has taken long enough.
   *
   * @param nanos time of the execution and of planning
   */
  void executed(
      SqlPrepared prepared, List<@Nullable Object> parameters, long nanos, long rowCount) {
    Thresholds thresholds = settings.get(THRESHOLDS);
    if (nanos < thresholds.nanosMin()) {
      return;
    }
    SessionActivity activity = context.activity();
    StringBuilder line =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "duration=%.3f ms session=%d statement=%d user=\"%s\" rows=%d text=",
                nanos / 1e6,
                activity.number(),
                prepared.text().shape().id(),
                printable(activity.user()),
                rowCount));
    line.append(printable(PasswordTexts.without(prepared.text().text())));
    int lengthMax = thresholds.parameterLengthMax();
    if (lengthMax != 0 && !parameters.isEmpty()) {
      line.append(" parameters=").append(shown(parameters, lengthMax));
    }
    if (nanos >= thresholds.planNanosMin()) {
      prepared.explain().stream()
          .limit(PLAN_LINES_MAX)
          .forEach(planLine -> line.append("\n\t").append(printable(planLine)));
    }
    LOG.info("{}", line);
  }

  private static List<String> shown(List<@Nullable Object> parameters, int lengthMax) {
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      Object value = parameters.get(i);
      String text =
          value == null ? "NULL" : "'" + cut(printable(value.toString()), lengthMax) + "'";
      shown.add("$" + (i + 1) + " = " + text);
    }
    return shown;
  }

  private static String cut(String text, int lengthMax) {
    return lengthMax > 0 && text.length() > lengthMax ? text.substring(0, lengthMax) + "..." : text;
  }

  /** Returns a text on one line, cut to a maximum length. */
  private static String printable(String text) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), TEXT_MAX); i++) {
      char c = text.charAt(i);
      shown.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? ' ' : c);
    }
    return shown.toString();
  }
}
