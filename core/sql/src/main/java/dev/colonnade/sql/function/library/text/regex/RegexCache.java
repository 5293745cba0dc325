package dev.colonnade.sql.function.library.text.regex;

import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.LinkedHashMap;
import java.util.Map;

/** Compiled patterns that were used last by a thread in a statement. */
public final class RegexCache {
  /** Number of patterns, as in PostgreSQL. */
  private static final int PATTERNS_MAX = 32;

  private final Map<Key, CompiledRegex> patterns = new LinkedHashMap<>(16, 0.75f, true);

  private RegexCache() {}

  private record Key(String pattern, String flags) {}

  /** Returns a pattern, compiled at its first use in the running statement. */
  public static CompiledRegex compiled(String pattern, String flags) {
    return Interruption.retained(RegexCache.class, RegexCache::new).get(new Key(pattern, flags));
  }

  private CompiledRegex get(Key key) {
    CompiledRegex known = patterns.get(key);
    if (known != null) {
      return known;
    }
    CompiledRegex compiled = CompiledRegex.of(key.pattern(), key.flags());
    if (patterns.size() == PATTERNS_MAX) {
      patterns.remove(patterns.keySet().iterator().next());
    }
    patterns.put(key, compiled);
    return compiled;
  }
}
