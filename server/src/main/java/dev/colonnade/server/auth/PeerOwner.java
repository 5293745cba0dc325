package dev.colonnade.server.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Look-up of the operating-system user that owns the client's end of a loopback connection, in
 * Linux's {@code /proc/net/tcp}. Thread-safe.
 */
final class PeerOwner {
  private static final int LOCAL = 1;
  private static final int REMOTE = 2;
  private static final int UID = 7;
  private static final String ROOT = "0";

  private final Path folder;
  private final String ownUid;

  /**
   * Creates the look-up.
   *
   * @param folder of the tables of sockets, {@code /proc/net}
   * @param ownUid numeric id of the server's operating-system user
   */
  PeerOwner(Path folder, String ownUid) {
    this.folder = folder;
    this.ownUid = ownUid;
  }

  /** Returns the look-up in the tables of this machine. */
  static PeerOwner ofSystem() {
    String uid;
    try {
      uid = String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      uid = "";
    }
    return new PeerOwner(Path.of("/proc/net"), uid);
  }

  /**
   * Returns whether the client's socket belongs to the user of the server or to root. Where the
   * operating system has no tables of sockets, all users of the machine are trusted.
   */
  boolean isTrusted(LoginAttempt attempt) {
    if (!attempt.isLoopback()
        || !(attempt.peer() instanceof InetSocketAddress peer)
        || !(attempt.local() instanceof InetSocketAddress local)) {
      return false;
    }
    if (!Files.exists(folder.resolve("tcp"))) {
      return true;
    }
    return Stream.of("tcp", "tcp6")
        .flatMap(name -> lines(folder.resolve(name)).stream())
        .anyMatch(line -> isTrusted(line, peer, local));
  }

  private static List<String> lines(Path table) {
    try {
      return Files.readAllLines(table, US_ASCII);
    } catch (IOException e) {
      return List.of();
    }
  }

  private boolean isTrusted(String line, InetSocketAddress peer, InetSocketAddress local) {
    String[] fields = line.strip().split("\\s+", -1);
    return fields.length > UID
        && isEnd(fields[LOCAL], peer)
        && isEnd(fields[REMOTE], local)
        && (fields[UID].equals(ROOT) || fields[UID].equals(ownUid));
  }

  /** Returns whether a field is an address in either of the forms that the tables have. */
  private static boolean isEnd(String field, InetSocketAddress end) {
    String port = ":%04X".formatted(end.getPort());
    String upper = field.toUpperCase(Locale.ROOT);
    String address = text(end.getAddress());
    boolean isMapped =
        end.getAddress() instanceof Inet4Address
            && upper.equals("0000000000000000FFFF0000" + address + port);
    return isMapped || upper.equals(address + port);
  }

  /** Returns the words of an address, each in the byte order of the machine. */
  private static String text(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress()).order(ByteOrder.nativeOrder());
    StringBuilder text = new StringBuilder();
    while (bytes.remaining() >= Integer.BYTES) {
      text.append("%08X".formatted(bytes.getInt()));
    }
    return text.toString();
  }
}
