package dev.colonnade.server.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.server.config.SecurityConfig.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** Generator of self-signed certificates for 127.0.0.1, without a host name. */
public final class Certificates {
  private static final String PASSWORD = "changeit";
  private static final int WAIT_SECONDS_MAX = 120;

  private Certificates() {}

  /** Creates a certificate and its key, as files in that folder. */
  public static TlsFiles make(Path folder, String name) throws Exception {
    return make(folder, name, "CN=colonnade");
  }

  /** Creates the certificate of a subject and its key, as files in that folder. */
  public static TlsFiles make(Path folder, String name, String subject) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                subject,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (!keytool.waitFor(WAIT_SECONDS_MAX, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
        throw new IOException("keytool made no certificate: store=" + store);
      }
    } finally {
      keytool.destroyForcibly();
    }
    return write(folder, name, store);
  }

  private static TlsFiles write(Path folder, String name, Path store)
      throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    Path certificate = folder.resolve(name + "-certificate.pem");
    Files.writeString(certificate, pem("CERTIFICATE", keys.getCertificate("server").getEncoded()));
    Path key = folder.resolve(name + "-key.pem");
    byte[] secret = keys.getKey("server", PASSWORD.toCharArray()).getEncoded();
    Files.writeString(key, pem("PRIVATE KEY", secret));
    return new TlsFiles(certificate, key);
  }

  private static String pem(String name, byte[] content) {
    String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(content);
    return "-----BEGIN " + name + "-----\n" + base64 + "\n-----END " + name + "-----\n";
  }
}
