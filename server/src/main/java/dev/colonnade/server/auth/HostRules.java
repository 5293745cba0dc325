package dev.colonnade.server.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rules that decide how a client authenticates, in the form of PostgreSQL's {@code pg_hba.conf}:
 * {@code type database user address method} on a line, of which the first that matches decides.
 * Types are {@code host}, {@code hostssl} and {@code hostnossl}; methods {@code trust}, {@code
 * reject}, {@code scram-sha-256}, {@code peer} and {@code cert}. Rules of the type {@code hostssl}
 * may require a certificate of the client in addition: {@code clientcert=verify-ca} or {@code
 * clientcert=verify-full}. Immutable.
 */
final class HostRules {
  /** Way in which a client authenticates. */
  enum Method {
    TRUST,
    REJECT,
    SCRAM,
    /** The client's socket belongs to the operating-system user of the server, or to root. */
    PEER,
    /** The client's certificate names the user. */
    CERTIFICATE
  }

  /**
   * Decision about a client.
   *
   * @param requirement what is required of its certificate, whatever the method
   */
  record Decision(Method method, ClientCertificate requirement) {}

  private static final int FIELDS = 5;
  private static final Set<String> TYPES = Set.of("host", "hostssl", "hostnossl");

  private final List<Rule> rules;

  private HostRules(List<Rule> rules) {
    this.rules = List.copyOf(rules);
  }

  private record Rule(
      String type, List<String> databases, List<String> users, Range range, Decision decision) {
    boolean matches(LoginAttempt attempt) {
      boolean isType = type.equals("host") || type.equals("hostssl") == attempt.isEncrypted();
      return isType
          && range.contains(attempt.address())
          && databases.stream().anyMatch(name -> isDatabase(name, attempt))
          && users.stream().anyMatch(name -> isUser(name, attempt));
    }

    private static boolean isDatabase(String name, LoginAttempt attempt) {
      return switch (name) {
        case "all" -> true;
        case "sameuser" -> attempt.database().equals(attempt.user());
        default -> name.equals(attempt.database());
      };
    }

    private static boolean isUser(String name, LoginAttempt attempt) {
      return name.equals("all") || name.equals(attempt.user());
    }
  }

  /** Range of addresses; without bytes it contains all. */
  private static final class Range {
    private static final Range ALL = new Range(null, 0);

    private final byte @Nullable [] address;
    private final int prefixBits;

    Range(byte @Nullable [] address, int prefixBits) {
      this.address = address;
      this.prefixBits = prefixBits;
    }

    boolean contains(@Nullable InetAddress candidate) {
      if (address == null) {
        return true;
      }
      byte[] bytes = candidate == null ? new byte[0] : candidate.getAddress();
      if (bytes.length != address.length) {
        return false;
      }
      for (int i = 0; i < prefixBits; i++) {
        int mask = 0x80 >> (i % Byte.SIZE);
        if (((bytes[i / Byte.SIZE] ^ address[i / Byte.SIZE]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Reads the rules of a file.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if it cannot be read or a line is invalid
   */
  static HostRules read(Path file) {
    try {
      return parse(Files.readAllLines(file, UTF_8), file.toString());
    } catch (IOException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION, "cannot read the file of rules: file=" + file, e);
    }
  }

  static HostRules parse(List<String> lines, String file) {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        rules.add(rule(line.split("\\s+", -1), file, i + 1));
      }
    }
    return new HostRules(rules);
  }

  private static Rule rule(String[] fields, String file, int line) {
    if (fields.length < FIELDS || !TYPES.contains(fields[0])) {
      throw invalid(
          "expected (host|hostssl|hostnossl) database user address method [options]", file, line);
    }
    if (fields[2].matches("(.*,)?[+@].*") || fields[1].matches("(.*,)?[+@].*")) {
      throw invalid("groups and files of names are not supported", file, line);
    }
    return new Rule(
        fields[0],
        Arrays.asList(fields[1].split(",", -1)),
        Arrays.asList(fields[2].split(",", -1)),
        range(fields[3], file, line),
        decision(fields, file, line));
  }

  private static Range range(String text, String file, int line) {
    if (text.equals("all")) {
      return Range.ALL;
    }
    int slash = text.indexOf('/');
    if (slash < 0 || !text.substring(0, slash).matches("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*")) {
      throw invalid("address is not all or of the form IP/bits: address=" + text, file, line);
    }
    try {
      byte[] address = InetAddress.getByName(text.substring(0, slash)).getAddress();
      int bits = Integer.parseInt(text.substring(slash + 1));
      if (bits < 0 || bits > address.length * Byte.SIZE) {
        throw invalid("prefix length out of range: bits=" + bits, file, line);
      }
      return new Range(address, bits);
    } catch (UnknownHostException | NumberFormatException e) {
      throw invalid("invalid address: address=" + text, file, line);
    }
  }

  private static Decision decision(String[] fields, String file, int line) {
    Method method = method(fields[FIELDS - 1], file, line);
    boolean isEncrypted = fields[0].equals("hostssl");
    if (method == Method.CERTIFICATE && !isEncrypted) {
      throw invalid("cert authentication is only supported on hostssl connections", file, line);
    }
    ClientCertificate requirement =
        method == Method.CERTIFICATE ? ClientCertificate.VERIFY_FULL : ClientCertificate.NONE;
    for (String option : List.of(fields).subList(FIELDS, fields.length)) {
      if (!option.startsWith("clientcert=")) {
        throw invalid("option is not supported: " + option, file, line);
      }
      if (!isEncrypted) {
        throw invalid("clientcert can only be configured for \"hostssl\" rows", file, line);
      }
      requirement = requirement(option.substring("clientcert=".length()), method, file, line);
    }
    return new Decision(method, requirement);
  }

  private static ClientCertificate requirement(String text, Method method, String file, int line) {
    if (method == Method.CERTIFICATE && text.equals("verify-ca")) {
      throw invalid(
          "clientcert only accepts \"verify-full\" when using \"cert\" authentication", file, line);
    }
    return switch (text) {
      case "verify-full" -> ClientCertificate.VERIFY_FULL;
      case "verify-ca" -> ClientCertificate.VERIFY_CA;
      default -> throw invalid("invalid value for clientcert: \"" + text + "\"", file, line);
    };
  }

  private static Method method(String text, String file, int line) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "trust" -> Method.TRUST;
      case "reject" -> Method.REJECT;
      case "scram-sha-256" -> Method.SCRAM;
      case "peer" -> Method.PEER;
      case "cert" -> Method.CERTIFICATE;
      default -> throw invalid("authentication method is not supported: " + text, file, line);
    };
  }

  private static ColonnadeException invalid(String problem, String file, int line) {
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION,
        "invalid rule: %s file=%s line=%d".formatted(problem, file, line));
  }

  /** Returns whether a rule requires a certificate of the client. */
  boolean requireCertificates() {
    return rules.stream().anyMatch(rule -> rule.decision().requirement().isRequired());
  }

  /** Returns the decision of the first rule that matches; null if none does. */
  @Nullable Decision find(LoginAttempt attempt) {
    for (Rule rule : rules) {
      if (rule.matches(attempt)) {
        return rule.decision();
      }
    }
    return null;
  }
}
