package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Client of the PostgreSQL protocol that sends exactly the messages of a test. */
final class RawPgClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 120_000;
  private static final int QUIET_MILLIS = 500;

  private final Socket socket;
  private final DataOutputStream out;
  private final DataInputStream in;

  RawPgClient(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  RawPgClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    out = new DataOutputStream(socket.getOutputStream());
    in = new DataInputStream(socket.getInputStream());
  }

  /** Message of the server. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Message(char type, byte[] content) {
    /** Returns the message type, and the text of messages that have one. */
    @Override
    public String toString() {
      return switch (type) {
        case 'E', 'N' -> type + " " + field('C') + " " + field('M');
        case 'C', 'S' -> type + " " + texts();
        case 'Z' -> "Z " + (char) content[0];
        case 'D' -> "D " + new String(content, UTF_8).replaceAll("[^ -~]", "");
        default -> String.valueOf(type);
      };
    }

    private String texts() {
      return new String(content, UTF_8).replace('\0', ' ').strip();
    }

    String field(char name) {
      for (String field : new String(content, UTF_8).split("\0", -1)) {
        if (!field.isEmpty() && field.charAt(0) == name) {
          return field.substring(1);
        }
      }
      return "";
    }
  }

  /** Returns a client that is logged in as {@code user} and has read the first ReadyForQuery. */
  static RawPgClient login(int port, String user) throws IOException {
    RawPgClient client = new RawPgClient(port);
    client.startup("user", user, "database", "colonnade");
    client.until('Z');
    return client;
  }

  void startup(String... parameters) throws IOException {
    startup(3 << 16, parameters);
  }

  void startup(int version, String... parameters) throws IOException {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (String parameter : parameters) {
      content.write(parameter.getBytes(UTF_8));
      content.write(0);
    }
    content.write(0);
    out.writeInt(8 + content.size());
    out.writeInt(version);
    out.write(content.toByteArray());
    out.flush();
  }

  /** Sends a message whose parts are String (ended by zero), Integer, Short, Byte or byte[]. */
  RawPgClient send(char type, Object... parts) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream content = new DataOutputStream(bytes);
    write(content, parts);
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    DataOutputStream message = new DataOutputStream(whole);
    message.writeByte(type);
    message.writeInt(4 + bytes.size());
    message.write(bytes.toByteArray());
    out.write(whole.toByteArray());
    out.flush();
    return this;
  }

  /** Writes message parts with the types of {@link #send}. */
  static void write(DataOutputStream content, Object... parts) throws IOException {
    for (Object part : parts) {
      switch (part) {
        case String text -> {
          content.write(text.getBytes(UTF_8));
          content.write(0);
        }
        case Integer number -> content.writeInt(number);
        case Short number -> content.writeShort(number);
        case Byte number -> content.writeByte(number);
        case byte[] raw -> content.write(raw);
        default -> throw new IllegalArgumentException("part=" + part);
      }
    }
  }

  RawPgClient raw(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
    return this;
  }

  /** Closes the outbound direction of the connection. */
  void finish() throws IOException {
    socket.shutdownOutput();
  }

  byte[] readRaw(int count) throws IOException {
    return in.readNBytes(count);
  }

  Message read() throws IOException {
    char type = (char) in.readUnsignedByte();
    byte[] content = new byte[in.readInt() - 4];
    in.readFully(content);
    return new Message(type, content);
  }

  /** Returns whether no byte of the server arrives within half a second. */
  boolean isQuiet() throws InterruptedException, IOException {
    Thread.sleep(QUIET_MILLIS);
    return in.available() == 0;
  }

  /** Reads messages up to the first of a type. */
  List<Message> until(char type) throws IOException {
    List<Message> messages = new ArrayList<>();
    Message message;
    do {
      message = read();
      messages.add(message);
    } while (message.type() != type);
    return messages;
  }

  /** Sends a simple query and returns the responses as text. */
  List<String> query(String sql) throws IOException {
    send('Q', sql);
    return texts();
  }

  /** Returns the responses up to ReadyForQuery as text. */
  List<String> texts() throws IOException {
    return until('Z').stream().map(Message::toString).toList();
  }

  /** Returns the responses until the server closes the connection, as text. */
  List<String> toEnd() throws IOException {
    List<String> messages = new ArrayList<>();
    try {
      while (true) {
        messages.add(read().toString());
      }
    } catch (EOFException e) {
      return messages;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
